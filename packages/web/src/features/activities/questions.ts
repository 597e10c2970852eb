import { createStore } from 'zustand/vanilla'
import type { ActivityQuestion } from './question-types.ts'

/** A question to the person that an activity waits for. */
export interface AskedQuestion {
  readonly id: number
  readonly question: ActivityQuestion
  /** Answers the command. Undefined means a question that was dismissed. */
  readonly settle: (result: unknown) => void
}

/** Questions at a time; more are a fault of the activity. */
const QUESTIONS_MAX = 10

/** Questions of the running activity. The first one is shown. */
export const questions = createStore<{ readonly asked: readonly AskedQuestion[] }>(() => ({ asked: [] }))

let lastId = 0

/**
 * Shows a question in a dialog, after those that wait. Resolves with undefined if the person dismisses it, if `signal`
 * is aborted, or if too many wait.
 */
export function ask<T>(question: ActivityQuestion, signal?: AbortSignal): Promise<T | undefined> {
  if (questions.getState().asked.length >= QUESTIONS_MAX || signal?.aborted) return Promise.resolve(undefined)
  lastId += 1
  const id = lastId
  return new Promise((resolve) => {
    const settle = (result: unknown) => {
      signal?.removeEventListener('abort', dismiss)
      questions.setState(({ asked }) => ({ asked: asked.filter((one) => one.id !== id) }))
      resolve(result as T | undefined)
    }
    const dismiss = () => settle(undefined)
    signal?.addEventListener('abort', dismiss)
    questions.setState(({ asked }) => ({ asked: [...asked, { id, question, settle }] }))
  })
}

/** Dismisses every question, when the activity ends. */
export function dismissQuestions(): void {
  for (const { settle } of questions.getState().asked) settle(undefined)
}
