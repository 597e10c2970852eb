import { setTimeout } from 'node:timers/promises'
import { ApiFailure } from '@guildhall/client'
import { UserError } from '../../kernel/user-error.ts'
import { controlOfFolder } from '../control/control-address.ts'
import { printable, printableJson } from '../terminal/text.ts'
import type { AdminDetails } from './admin-action.ts'
import { ADMIN_ACTIONS, refusalText } from './admin-actions.ts'
import { type AdministrationOptions, openAdministration } from './open-administration.ts'

/** Time for which a command waits for the announcement of a new key. */
const ANNOUNCED_PAUSE_MS = 50
const ANNOUNCED_ATTEMPTS = 60

/** Options of `guildhall admin`. */
export interface AdminOptions extends AdministrationOptions, AdminDetails {
  action: string
  /** Words after the action. */
  words: readonly string[]
  /** One line of JSON with the body of the route, instead of text for people. */
  json: boolean
}

/**
 * Performs an action of an operator, and prints its result.
 *
 * @throws UserError for a refusal, and for a platform that cannot be reached or opened
 */
export async function runAdmin(options: AdminOptions): Promise<void> {
  const administration = await openAdministration(options)
  const subject = printable(['admin', options.action, ...options.words.slice(0, 1)].join(' '))
  try {
    const result = await ADMIN_ACTIONS[options.action]?.run(administration.api, options.words, options)
    if (options.action === 'key') await announcedKey(options, result?.body)
    process.stdout.write(options.json ? `${printableJson(JSON.stringify(result?.body))}\n` : `${result?.text}\n`)
  } catch (error) {
    throw error instanceof ApiFailure ? new UserError(`${subject}: ${refusalText(error)}`, { cause: error }) : error
  } finally {
    await administration.close()
  }
}

/** Waits until the platform of the data folder has announced its new key, so that the next command finds it. */
async function announcedKey(options: AdminOptions, body: unknown): Promise<void> {
  if (options.server !== null) return
  const { key } = body as { key: string }
  for (let attempt = 0; attempt < ANNOUNCED_ATTEMPTS; attempt += 1) {
    const announced = await controlOfFolder({ ...options, key: null })
    if (announced === null || announced.key === key) return
    await setTimeout(ANNOUNCED_PAUSE_MS)
  }
}
