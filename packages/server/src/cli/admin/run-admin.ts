import { ApiFailure } from '@guildhall/client'
import { UserError } from '../../kernel/user-error.ts'
import { printableJson } from '../terminal/text.ts'
import { ADMIN_ACTIONS, type AdminDetails, refusalText } from './admin-actions.ts'
import { type AdministrationOptions, openAdministration } from './open-administration.ts'

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
  try {
    const result = await ADMIN_ACTIONS[options.action]?.run(administration.api, options.words, options)
    process.stdout.write(options.json ? `${printableJson(JSON.stringify(result?.body))}\n` : `${result?.text}\n`)
  } catch (error) {
    throw error instanceof ApiFailure ? new UserError(refusalText(error), { cause: error }) : error
  } finally {
    await administration.close()
  }
}
