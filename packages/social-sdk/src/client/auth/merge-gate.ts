import { ErrorType } from '../../enums/index.ts'
import { ResultFailure } from '../../result.ts'
import type { ClientContext } from '../context.ts'

/** A method of a provisional account that waits until the game has merged the account into that of a person. */
export class MergeGate {
  readonly #context: ClientContext
  #waiting: PromiseWithResolvers<void> | null = null

  constructor(context: ClientContext) {
    this.#context = context
  }

  /**
   * Tells the game that a merge is needed, and resolves when it has taken place.
   * @throws ResultFailure Aborted if the game gives it up, or another method asks for it
   */
  ask(callback: (() => void) | null | undefined): Promise<void> {
    this.answer(false)
    if (!callback) throw new ResultFailure(ErrorType.Aborted, 'The provisional account was not merged.')
    this.#waiting = Promise.withResolvers()
    this.#context.queue.post(() => callback())
    return this.#waiting.promise
  }

  /** Takes the game's answer, ProvisionalUserMergeCompleted. */
  answer(isMerged: boolean): void {
    if (isMerged) this.#waiting?.resolve()
    else this.#waiting?.reject(new ResultFailure(ErrorType.Aborted, 'The provisional account was not merged.'))
    this.#waiting = null
  }
}
