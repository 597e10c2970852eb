import { consequence } from '../../../kernel/consequence.ts'

/** A guild keeps its messages for other days than before. */
export const retentionChanged = consequence<null>('retention changed')
