import { ErrorType } from '../enums/index.ts'
import { ResultFailure } from '../result.ts'
import type { ClientResult } from '../values/client-result.ts'
import { act, type ClientBase, type Given, once, read } from './base.ts'

/** Text for methods that this version does not have yet, and that `test/surface/unfinished.json` lists. */
function refusal(method: string): string {
  return `${method} is not part of this version yet`
}

/** Answers a one-shot method with a result of the type Disabled. */
export function unfinished<Rest extends unknown[]>(
  client: ClientBase,
  method: string,
  callback: Given<(result: ClientResult, ...rest: Rest) => void>,
  empty: NoInfer<Rest>,
  ..._given: unknown[]
): Promise<[result: ClientResult, ...rest: Rest]> {
  return once<Rest>(client, callback, empty, () => {
    throw new ResultFailure(ErrorType.Disabled, refusal(method))
  })
}

/** Answers a method that returns a value with the default of its type, and logs an error. */
export function unfinishedRead<T>(client: ClientBase, method: string, empty: T, ..._given: unknown[]): T {
  return read(client, empty, ({ context }) => {
    context.log.error(refusal(method))
    return empty
  })
}

/** Answers a method that returns nothing: it logs an error. */
export function unfinishedAct(client: ClientBase, method: string, ..._given: unknown[]): void {
  act(client, ({ context }) => context.log.error(refusal(method)))
}
