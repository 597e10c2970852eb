/** The start of a game: a command line, this program, or an application of Steam. */
export type Launch = { readonly command: string } | { readonly program: true } | { readonly steamApplication: number }

/** Returns the schemes of a game, whose addresses start it. */
export function schemesOf(applicationId: bigint): string[] {
  return [`discord-${applicationId}`, `guildhall-${applicationId}`]
}

/** Returns what RegisterLaunchCommand registers; null for a command with control characters. */
export function launchOf(command: string): Launch | null {
  if (command.trim() === '') return { program: true }
  return /\p{Cc}/u.test(command) ? null : { command }
}
