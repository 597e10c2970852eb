import { createBlock } from './create-block.ts'
import { deleteBlock } from './delete-block.ts'
import { listBlocks } from './list-blocks.ts'

export const blockOperations = [listBlocks, createBlock, deleteBlock]
