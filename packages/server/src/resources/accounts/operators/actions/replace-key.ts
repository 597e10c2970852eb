import { applicationTopic } from '../../../../kernel/event.ts'
import type { OperatorKey } from '../../../../kernel/operator-key.ts'
import type { Work } from '../../../../kernel/work.ts'
import { operatorKeyReplaced } from '../events.ts'
import type { Operator } from '../model.ts'
import { logAction } from './save.ts'

/** Topic of what concerns operators, and no user or guild. */
const TOPIC = applicationTopic(0n)

/** Replaces the operator's key. Returns the new one. */
export async function replaceKey(work: Work, operator: Operator, operatorKey: OperatorKey): Promise<string> {
  const { key, hash } = await work.lock('operators', () => operatorKey.replace(work))
  work.emit(operatorKeyReplaced, TOPIC, { hash })
  await logAction(work, operator, { action: 'key', target: null })
  return key
}
