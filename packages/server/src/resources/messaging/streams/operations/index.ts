import type { Operation } from '../../../../kernel/operation.ts'
import { createStreamPreview } from './create-stream-preview.ts'
import { getStreamPreview } from './get-stream-preview.ts'

export const streamOperations: readonly Operation[] = [createStreamPreview, getStreamPreview]
