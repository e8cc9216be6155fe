import Foundation

// A helper for --source that reads files, and does what it should not when it is asked to.
//
// Usage: source-helper [WORD…], with words of these kinds:
//   log=FILE        adds a line to FILE: its process ID, whether it shares a process group, and its open descriptors, then each
//                   question
//   version=TEXT    tells this version; version= tells none, without the word it is the file's size
//   strip           takes a name up to its first '?'
//   backwards       answers the questions that it has got, the last one first
//   delay=SECONDS   waits before each answer
//   fault=KIND@N    does this at its Nth question, counted from 1, with @read at each question for bytes, with
//                   @Nb at each for byte N: die, hang, nonsense, twice, unknown, short, long,
//                   surplus, endless, text, error, retry
//   once=FILE       does it only while FILE does not exist, which it then makes
var helper = Helper(CommandLine.arguments.dropFirst())
helper.run()
