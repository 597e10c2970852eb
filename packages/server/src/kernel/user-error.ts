/**
 * Error that the user of the command line can correct: a port in use, a database that is away. The command line prints
 * its message without a stack.
 */
export class UserError extends Error {
  /** Exit code of the program. */
  readonly exitCode: number = 1
}

/** Fault in what the user gave: an option, a file. */
export class FaultyInputError extends UserError {
  override readonly exitCode = 2
}
