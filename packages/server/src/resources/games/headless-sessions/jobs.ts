import { job } from '../../../kernel/job.ts'

/** A headless session has not been renewed in time. */
export const headlessSessionExpires = job<{ readonly id: string }>('headless-session')
