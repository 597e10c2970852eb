import { invalidForm, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { logAction, type Operator } from '../../operators/index.ts'
import { contentBlockValue } from '../content-rules.ts'
import { BLOCKS_MAX, type Block } from '../model.ts'
import { isNetwork } from '../networks.ts'
import * as store from '../store.ts'

/** Something that an operator blocks. */
export interface NewBlock extends Pick<Block, 'kind' | 'value' | 'note'> {}

/** Words for a value that a kind of block cannot have. */
const REFUSALS: Readonly<Record<Block['kind'], readonly [code: string, text: string]>> = {
  mail_domain: ['DOMAIN_INVALID', 'Give a domain such as spam.example.'],
  network: ['NETWORK_INVALID', 'Give an address or a network such as 203.0.113.0/24.'],
  word: ['WORD_INVALID', 'Give a word with at least one letter or digit.'],
  link: ['LINK_INVALID', 'Give a domain such as spam.example, or an address without spaces.'],
  file_sha256: ['HASH_INVALID', 'Give the SHA-256 of the file: 64 hexadecimal digits.'],
}

/** Blocks something. @throws ApiError INVALID_FORM_BODY at `value` */
export async function createBlock(work: Work, operator: Operator, block: NewBlock): Promise<Block> {
  const value = blockValue(block)
  if (value === null) throw invalidForm(['value'], ...REFUSALS[block.kind])
  const count = await work.lock('blocks', () => store.countBlocks(work))
  if (count >= BLOCKS_MAX) throw invalidForm(['value'], 'TOO_MANY_BLOCKS', `There are ${BLOCKS_MAX} blocks already.`)
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

/** Returns the value of a block as it is stored; null for a value that its kind cannot have. */
function blockValue({ kind, value: given }: NewBlock): string | null {
  const value = given.trim().toLowerCase()
  if (kind === 'network') return isNetwork(value) ? value : null
  if (kind === 'mail_domain') return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value) ? value : null
  return contentBlockValue(kind, given)
}

/** Lifts a block. An unknown one is not there already. */
export async function liftBlock(work: Work, operator: Operator, id: Snowflake): Promise<void> {
  const block = await store.findBlock(work, id)
  if (!block) return
  await store.deleteBlock(work, id)
  const changes = [{ key: block.kind, old: block.value, new: null }]
  await logAction(work, operator, { action: 'block', target: block.value, changes })
}
