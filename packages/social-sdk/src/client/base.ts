import type { HandlerTypes } from '../callbacks/handlers.ts'
import { ErrorType } from '../enums/index.ts'
import type { Online } from '../online/online.ts'
import { failed, resultOf, succeeded } from '../result.ts'
import type { ClientResult } from '../values/client-result.ts'
import type { Parts } from './parts.ts'

/** Promise of a method with a one-shot callback: the arguments of the callback. */
export type Once<Callback extends (...given: never[]) => void> = Promise<Parameters<Callback>>
/** A callback as methods take it: it may be left out. */
export type Given<Callback> = Callback | null | undefined
type Results<Rest extends unknown[]> = [result: ClientResult, ...rest: Rest]

/** Returns the parts of a Client, also after its end. */
export let partsOf: (client: ClientBase) => Parts

/** The end of the chain of areas: it holds the parts of a Client. */
export abstract class ClientBase {
  readonly #parts: Parts

  static {
    partsOf = (client) => client.#parts
  }

  protected constructor(parts: Parts) {
    this.#parts = parts
  }
}

/**
 * Runs a method with a one-shot callback whose first argument is a result. RunCallbacks calls the callback once and
 * resolves the promise, which is never rejected.
 * @param empty further arguments of the callback after a failure
 * @param run returns the further arguments after success, and throws after a failure
 */
export function once<Rest extends unknown[]>(
  client: ClientBase,
  callback: Given<(...given: Results<Rest>) => void>,
  empty: NoInfer<Rest>,
  run: (parts: Parts) => NoInfer<Rest> | Promise<NoInfer<Rest>>,
): Promise<Results<Rest>> {
  const parts = partsOf(client)
  const { queue, log } = parts.context
  const ended = (): Results<Rest> => [failed(ErrorType.ClientDestroyed, 'The Client has ended.'), ...empty]
  const { promise, settle } = queue.open<Results<Rest>>(callback, ended)
  if (queue.hasEnded) return promise
  const fail = (failure: unknown) => {
    const result = resultOf(failure)
    log.verbose(`a method failed: ${result.ToString()}`)
    settle([result, ...empty])
  }
  try {
    const rest = run(parts)
    if (rest instanceof Promise) rest.then((given) => settle([succeeded(), ...given]), fail)
    else settle([succeeded(), ...rest])
  } catch (failure) {
    fail(failure)
  }
  return promise
}

/**
 * Runs a method as `once` does that needs a Client that is Ready: before, it gives ClientNotReady without a request.
 * @param method name of the method, which the server may have switched off
 */
export function onceReady<Rest extends unknown[]>(
  client: ClientBase,
  method: string,
  callback: Given<(...given: Results<Rest>) => void>,
  empty: NoInfer<Rest>,
  run: (online: Online, parts: Parts) => NoInfer<Rest> | Promise<NoInfer<Rest>>,
): Promise<Results<Rest>> {
  return once<Rest>(client, callback, empty, (parts) => {
    parts.session.demandReady(method)
    if (!parts.online) throw new TypeError('a session is Ready only after its areas were made')
    return run(parts.online, parts)
  })
}

/** Runs a method with a one-shot callback without a result, such as EndCall. `empty` is what it receives at the end. */
export function onceBare<Args extends unknown[]>(
  client: ClientBase,
  callback: Given<(...given: Args) => void>,
  empty: NoInfer<Args>,
  run: (parts: Parts) => NoInfer<Args> | Promise<NoInfer<Args>>,
): Promise<Args> {
  const parts = partsOf(client)
  const { queue, log } = parts.context
  const { promise, settle } = queue.open<Args>(callback, () => empty)
  if (queue.hasEnded) return promise
  const fail = (failure: unknown) => {
    log.error(`a method failed: ${resultOf(failure).ToString()}`)
    settle(empty)
  }
  try {
    const given = run(parts)
    if (given instanceof Promise) given.then(settle, fail)
    else settle(given)
  } catch (failure) {
    fail(failure)
  }
  return promise
}

/** Runs a method that returns a value at once; the default of its type after the end of the Client. */
export function read<T>(client: ClientBase, ended: NoInfer<T>, run: (parts: Parts) => T): T {
  const parts = partsOf(client)
  return parts.context.queue.hasEnded ? ended : run(parts)
}

/** Runs a method that returns nothing; nothing happens after the end of the Client. */
export function act(client: ClientBase, run: (parts: Parts) => void): void {
  const parts = partsOf(client)
  if (!parts.context.queue.hasEnded) run(parts)
}

/** Replaces a handler of a Client; null removes it. */
export function setHandler<Name extends keyof HandlerTypes>(
  client: ClientBase,
  name: Name,
  handler: Given<HandlerTypes[Name]>,
): void {
  act(client, ({ context }) => context.handlers.set(name, handler))
}
