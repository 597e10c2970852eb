import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import { CloseCode, RpcError, RpcErrorCode } from './codes.ts'
import type { Command, Context, EventSource, RpcToken } from './command.ts'
import { type Host, HostRefusal, type RpcApplication } from './host.ts'
import { rpcUser } from './objects.ts'
import { meets, PseudoScope, requirementText } from './scopes.ts'

/** Channel of a session's messages: a socket, or a window. */
export interface RpcTransport {
  /** Pseudo-scopes that connections of this kind hold. */
  readonly scopes: readonly string[]
  /** Also refuses commands and events that need no scope. Default: false. */
  readonly limited?: boolean
  /** Writes one message. Each message is written on its own. */
  send(message: object): void
  /** Sends CLOSE, and ends the connection. */
  close(code: CloseCode, message: string): void
}

/** Commands and events by name. They are given, so that a session does not import them in a circle. */
export interface RpcTables {
  readonly commands: ReadonlyMap<string, Command>
  readonly events: ReadonlyMap<string, EventSource>
}

/** Receives each message of a session, as the application sent or receives it. It must not change the message. */
export type RpcTrace = (direction: 'in' | 'out', message: unknown, application: RpcApplication) => void

export interface RpcSessionParts {
  readonly transport: RpcTransport
  readonly application: RpcApplication
  readonly host: Host
  readonly tables: RpcTables
  readonly trace?: RpcTrace | undefined
}

/** Subscriptions of a session. More are a fault of the application. */
const SUBSCRIPTIONS_MAX = 1_000
/** Commands that run at a time; AUTHORIZE waits for the person. */
const RUNNING_MAX = 100

/** The connection of one application after its handshake. Transports pass on what they receive. */
export class RpcSession {
  readonly application: RpcApplication
  readonly #transport: RpcTransport
  readonly #trace: RpcTrace | undefined
  readonly #context: Context
  readonly #tables: RpcTables
  readonly #subscriptions = new Map<string, () => void>()
  readonly #atEnd = new Map<string, () => void>()
  #scopes: ReadonlySet<string>
  #token: RpcToken | null = null
  #running = 0
  readonly #ending = new AbortController()

  constructor({ transport, application, host, tables, trace }: RpcSessionParts) {
    this.application = application
    this.#transport = transport
    this.#trace = trace
    this.#context = { session: this, host }
    this.#tables = tables
    this.#scopes = new Set(transport.scopes)
    this.dispatch('READY', readyData(host, this.#scopes.has(PseudoScope.EMBEDDED)))
  }

  /** Aborted when the session ends. */
  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** The token of AUTHENTICATE; null before. */
  get token(): RpcToken | null {
    return this.#token
  }

  /** Whether the session holds a scope or pseudo-scope. */
  has(scope: string): boolean {
    return this.#scopes.has(scope)
  }

  /** Gives the session the scopes of a token. */
  authenticate(token: RpcToken): void {
    this.#token = token
    this.#scopes = new Set([...this.#transport.scopes, PseudoScope.AUTHENTICATED, ...token.scopes])
  }

  /** Calls `task` once, when the session ends. It replaces the former task of the same name, which is returned. */
  atEnd(name: string, task: () => void): (() => void) | undefined {
    const former = this.#atEnd.get(name)
    if (this.#ending.signal.aborted) task()
    else this.#atEnd.set(name, task)
    return former
  }

  dispatch(evt: string, data: unknown): void {
    this.#send({ cmd: 'DISPATCH', data, evt, nonce: null })
  }

  /** Ends the session with CLOSE. */
  close(code: CloseCode, message: string): void {
    this.#transport.close(code, message)
    this.end()
  }

  /** Ends subscriptions and what commands began, once the transport has ended. */
  end(): void {
    if (this.#ending.signal.aborted) return
    this.#ending.abort()
    for (const stop of [...this.#subscriptions.values(), ...this.#atEnd.values()]) stop()
    this.#subscriptions.clear()
    this.#atEnd.clear()
  }

  /** Carries out one message, and sends its response. */
  async receive(message: unknown): Promise<void> {
    this.#trace?.('in', message, this.application)
    const { cmd, nonce, args, evt } = readMessage(message)
    if (this.#running >= RUNNING_MAX) return this.close(CloseCode.RATELIMITED, 'Too many commands at a time.')
    this.#running += 1
    try {
      const data = (await this.#run(cmd, args, evt)) ?? null
      this.#send({ cmd, data, evt: null, nonce })
    } catch (error) {
      this.#send({ cmd, data: errorData(error), evt: 'ERROR', nonce })
    } finally {
      this.#running -= 1
    }
  }

  #send(message: object): void {
    if (this.#ending.signal.aborted) return
    this.#trace?.('out', message, this.application)
    this.#transport.send(message)
  }

  async #run(cmd: unknown, args: unknown, evt: unknown): Promise<unknown> {
    if (cmd === 'SUBSCRIBE') return this.#subscribe(evt, args)
    if (cmd === 'UNSUBSCRIBE') return this.#unsubscribe(evt, args)
    const command = typeof cmd === 'string' ? this.#tables.commands.get(cmd) : undefined
    if (!command) throw new RpcError('INVALID_COMMAND', `Invalid command: ${nameOf(cmd)}`)
    this.#demand(command)
    return command.run(this.#context, checked(command.args, args))
  }

  #subscribe(evt: unknown, args: unknown): unknown {
    const source = this.#event(evt)
    this.#demand(source)
    const checkedArgs = checked(source.args, args)
    const key = subscriptionKey(source, checkedArgs)
    if (this.#subscriptions.size >= SUBSCRIPTIONS_MAX) throw new RpcError('RATE_LIMITED', 'Too many subscriptions.')
    if (!this.#subscriptions.has(key)) {
      const stop = source.subscribe(this.#context, checkedArgs, (data) => this.dispatch(source.name, data))
      this.#subscriptions.set(key, stop)
    }
    return { evt: source.name }
  }

  #unsubscribe(evt: unknown, args: unknown): unknown {
    const source = this.#event(evt)
    const key = subscriptionKey(source, checked(source.args, args))
    this.#subscriptions.get(key)?.()
    this.#subscriptions.delete(key)
    return { evt: source.name }
  }

  #event(evt: unknown): EventSource {
    const source = typeof evt === 'string' ? this.#tables.events.get(evt) : undefined
    if (!source) throw new RpcError('INVALID_EVENT', `Invalid event: ${nameOf(evt)}`)
    return source
  }

  #demand({ scope, name }: Command | EventSource): void {
    const isOpen = scope.length === 0
    if (isOpen ? !this.#transport.limited : meets(scope, this.#scopes)) return
    if (isOpen) throw new RpcError('INVALID_PERMISSIONS', `${name} cannot be sent by this form of request`)
    throw new RpcError('INVALID_PERMISSIONS', `${name} needs the scope ${requirementText(scope)}`)
  }
}

/** The embedded app SDK drops a READY whose user has `avatar: null`: sessions of activities get none at all. */
function readyData(host: Host, isEmbedded: boolean): object {
  const { api, cdn } = host.addresses
  return {
    v: 1,
    config: {
      cdn_host: cdn.replace(/^https?:\/\//, ''),
      api_endpoint: api.replace(/^https?:/, ''),
      environment: 'production',
    },
    ...(isEmbedded ? {} : { user: rpcUser(host.user()) }),
  }
}

function readMessage(message: unknown): { cmd: unknown; nonce: unknown; args: unknown; evt: unknown } {
  const { cmd, nonce, args, evt } = (typeof message === 'object' && message !== null ? message : {}) as Record<
    'cmd' | 'nonce' | 'args' | 'evt',
    unknown
  >
  return { cmd: cmd ?? null, nonce: nonce ?? null, args: args ?? {}, evt }
}

/** Returns the declared fields of arguments: a command must not pass on what nobody checked. */
function checked(schema: TSchema, args: unknown): unknown {
  if (Value.Check(schema, args)) return declared(schema, args as object)
  const [error] = Value.Errors(schema, args)
  const path = error?.instancePath.slice(1).replaceAll('/', '.') || 'args'
  throw new RpcError('INVALID_PAYLOAD', `${path} ${error?.message ?? 'is invalid'}`)
}

function declared(schema: TSchema, args: object): object {
  const { properties } = schema as { properties?: object }
  if (!properties) return args
  return Object.fromEntries(Object.entries(args).filter(([name]) => Object.hasOwn(properties, name)))
}

/** Subscriptions differ by the fields that the event names, not by others that a client sends with them. */
function subscriptionKey({ name, args }: EventSource, given: unknown): string {
  const fields = Object.keys((args as { properties?: object }).properties ?? {})
  return JSON.stringify([name, ...fields.map((field) => (given as Record<string, unknown>)[field] ?? null)])
}

function errorData(error: unknown): { code: RpcErrorCode; message: string } {
  if (error instanceof RpcError) return { code: error.code, message: error.message }
  if (error instanceof HostRefusal) return { code: refusalCode(error), message: error.message }
  return { code: RpcErrorCode.UNKNOWN_ERROR, message: 'Unknown error' }
}

function refusalCode({ status }: HostRefusal): RpcErrorCode {
  if (status === 429) return RpcErrorCode.RATE_LIMITED
  if (status === 401 || status === 403) return RpcErrorCode.INVALID_PERMISSIONS
  return status >= 500 ? RpcErrorCode.SERVICE_UNAVAILABLE : RpcErrorCode.UNKNOWN_ERROR
}

function nameOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 100) : typeof value
}
