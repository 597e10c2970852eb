import type { Instant } from '@guildhall/protocol'
import type { Gateway } from './gateway.ts'
import type { Session } from './session.ts'

type SessionKind = Session['kind']

/** The session that sent a command, and what commands need besides. */
export interface CommandContext {
  readonly gateway: Gateway
  readonly session: Session
  /** Platform date. */
  readonly now: Instant
  /** Runs a task without keeping the next command back, and logs its failure. */
  background(task: Promise<void>): void
  /** Logs why the protocol ignores the command, without a response. */
  ignored(reason: string): void
}

/** Facts of a command that clients with a session send. */
interface CommandFacts {
  readonly op: number
  /** Kinds of session that may send it. It is ignored for the others. */
  readonly kinds: readonly SessionKind[]
  /** Scope that the token of a game needs. It is ignored without it. */
  readonly scope?: string
}

/** A command of the gateway, as lists of commands hold it. */
export interface GatewayCommand extends CommandFacts {
  /** Carries out the command. Returns false for malformed data, for which the connection is closed. */
  handle(data: unknown, context: CommandContext): boolean
}

/** Declares a command. */
export function gatewayCommand<Request>(
  declaration: CommandFacts & {
    /** Reads the `d` of a payload. Returns null for malformed data. */
    read(data: unknown, context: CommandContext): Request | null
    run(context: CommandContext, request: Request): void
  },
): GatewayCommand {
  const { read, run, ...facts } = declaration
  return {
    ...facts,
    handle(data, context) {
      const request = read(data, context)
      if (request === null) return false
      run(context, request)
      return true
    },
  }
}
