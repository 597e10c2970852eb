import { job } from '../../../kernel/job.ts'

/** Operators may be mailed about new reports. `url` is the address of the platform. */
export const reportsNoticeDue = job<{ readonly url: string }>('reports-notice')

/** Decided reports may have reached their end. */
export const reportsExpire = job<null>('reports-expire')
