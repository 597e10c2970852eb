import type { Static, TSchema } from 'typebox'
import type { CloseCode } from './codes.ts'
import type { Host, RpcApplication } from './host.ts'
import type { Requirement } from './scopes.ts'

/** A token that AUTHENTICATE accepted. */
export interface RpcToken {
  readonly accessToken: string
  readonly scopes: readonly string[]
}

/** The session of a command, as far as commands use it. */
interface CommandSession {
  readonly application: RpcApplication
  /** Aborted when the session ends. */
  readonly signal: AbortSignal
  /** Whether the session holds a scope or pseudo-scope. */
  has(scope: string): boolean
  /** The token of AUTHENTICATE; null before. */
  readonly token: RpcToken | null
  /** Gives the session the scopes of a token. */
  authenticate(token: RpcToken): void
  /** Calls `task` once, when the session ends. It replaces the former task of the same name, which is returned. */
  atEnd(name: string, task: () => void): (() => void) | undefined
  /** Ends the session with CLOSE. */
  close(code: CloseCode, message: string): void
}

/** The session that sent a command, and the person's client that carries it out. */
export interface Context {
  readonly session: CommandSession
  readonly host: Host
}

/** `data` of a response or event: an object, or null. Without a value a response has no `data`. */
export type RpcData = object | null

/** Result of a command, or its promise. */
type CommandResult = RpcData | undefined | Promise<RpcData | undefined> | Promise<void> | void

/** A command of RPC. [RPC-9] */
export interface Command {
  readonly name: string
  readonly scope: Requirement
  /** Fields that are not named do not reach `run`. */
  readonly args: TSchema
  /** Returns the `data` of the response. @param args checked with `args` @throws RpcError for a documented failure */
  run(context: Context, args: unknown): CommandResult
}

/** Declares a command; the type of its arguments follows from their schema. */
export function command<S extends TSchema>(
  declaration: Omit<Command, 'args' | 'run'> & {
    readonly args: S
    run(context: Context, args: Static<S>): CommandResult
  },
): Command {
  return declaration
}

/** An event of RPC that sessions subscribe to. */
export interface EventSource {
  readonly name: string
  readonly scope: Requirement
  readonly args: TSchema
  /** Begins to dispatch the event, and returns the function that ends it. @throws RpcError for refused arguments */
  subscribe(context: Context, args: unknown, dispatch: (data: RpcData) => void): () => void
}

/** Declares an event; the type of its arguments follows from their schema. */
export function eventSource<S extends TSchema>(
  declaration: Omit<EventSource, 'args' | 'subscribe'> & {
    readonly args: S
    subscribe(context: Context, args: Static<S>, dispatch: (data: RpcData) => void): () => void
  },
): EventSource {
  return declaration
}
