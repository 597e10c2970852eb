import { personalStore } from '../../lib/personal-store.ts'

/** A command that the person wants to use, by its id and its name with those of its subcommands. */
export interface CommandRequest {
  readonly id: string
  readonly name: string
}

/** The command of a mention that was pressed; the message box takes it from here. */
export const commandRequests = personalStore<{ request: CommandRequest | null }>({ request: null })

/** Opens the form of a command in the message box of the open channel. */
export function requestCommand(request: CommandRequest): void {
  commandRequests.setState({ request })
}
