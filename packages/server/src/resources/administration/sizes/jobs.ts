import { job } from '../../../kernel/job.ts'

/** The sizes of a day are noted. */
export const sizesDue = job<Record<never, never>>('sizes')
