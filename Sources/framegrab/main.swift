import Arguments
import Command
import LibC
import Workers

// Not exit(3), which would call the ends of all libraries: by then everything is written.
_exit(Tool.run(ProcessArguments.words.map { Word(bytes: $0) }))
