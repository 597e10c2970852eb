import { t } from '../../lib/language/text.ts'
import { refusalText } from '../../lib/refusal-words.ts'
import type { joinVoice } from './connection.ts'

/** Returns why the person has not joined, as a sentence; null if the request is on its way. */
export function joinText(result: ReturnType<typeof joinVoice>): string | null {
  return result === null ? t('There is no connection to the server.') : refusalText(result)
}
