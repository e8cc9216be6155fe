import Arguments
import Command
import LibC
import Workers

exit(Tool.run(ProcessArguments.words.map { Word(bytes: $0) }))
