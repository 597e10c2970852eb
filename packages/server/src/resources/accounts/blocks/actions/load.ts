import type { StampedChange } from '../../../../kernel/store/table-changes.ts'
import type { Work } from '../../../../kernel/work.ts'
import { compileBlocks } from '../content-rules.ts'
import type { ContentBlocks } from '../model.ts'
import { listContentBlocks } from '../store.ts'

const CHANGES: readonly StampedChange[] = ['insert registration_blocks', 'change registration_blocks']
const NAME = 'content blocks'
/** Memory of a compiled block. */
const BLOCK_BYTES = 500

interface Kept {
  /** Null without blocks. */
  readonly blocks: ContentBlocks | null
}

/**
 * Returns the blocks of messages and files; null without any. They are read once, until blocks change. No unit of work
 * reads them after it has changed them.
 */
export async function contentBlocksOf(work: Work): Promise<ContentBlocks | null> {
  const { rendered } = work
  const stamp = rendered.stamp(CHANGES)
  const known = rendered.get<Kept>(NAME, stamp)
  if (known) return known.blocks
  const rows = await listContentBlocks(work)
  const blocks = compileBlocks(rows)
  rendered.keep(NAME, stamp, { blocks } satisfies Kept, (rows.length + 1) * BLOCK_BYTES)
  return blocks
}
