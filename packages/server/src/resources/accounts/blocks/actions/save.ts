import { invalidForm, type Snowflake } from '@guildhall/protocol'
import type { RegistrationBlockTable } from '../../../../kernel/store/account-tables.ts'
import type { Work } from '../../../../kernel/work.ts'
import { logAction, type Operator } from '../../operators/index.ts'
import { isNetwork } from '../networks.ts'
import * as store from '../store.ts'

/** A domain of mail or a network that an operator blocks. */
export interface NewBlock extends Pick<RegistrationBlockTable, 'kind' | 'value' | 'note'> {}

/** Blocks a domain of mail or a network. @throws ApiError INVALID_FORM_BODY at `value` */
export async function createBlock(work: Work, operator: Operator, block: NewBlock): Promise<RegistrationBlockTable> {
  const value = block.value.toLowerCase()
  if (block.kind === 'network' && !isNetwork(value))
    throw invalidForm(['value'], 'NETWORK_INVALID', 'Give an address or a network such as 203.0.113.0/24.')
  if (block.kind === 'mail_domain' && !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value))
    throw invalidForm(['value'], 'DOMAIN_INVALID', 'Give a domain such as spam.example.')
  const made = { ...block, value, id: work.nextId(), created_at: work.now }
  if (!(await store.insertBlock(work, made))) throw invalidForm(['value'], 'BLOCK_EXISTS', 'This is blocked already.')
  await logAction(work, operator, {
    action: 'block',
    target: value,
    changes: [{ key: made.kind, old: null, new: value }],
    reason: made.note,
  })
  return made
}

/** Lifts a block. An unknown one is not there already. */
export async function liftBlock(work: Work, operator: Operator, id: Snowflake): Promise<void> {
  const block = await store.findBlock(work, id)
  if (!block) return
  await store.deleteBlock(work, id)
  const changes = [{ key: block.kind, old: block.value, new: null }]
  await logAction(work, operator, { action: 'block', target: block.value, changes })
}
