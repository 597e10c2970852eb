export { archiveThread } from './archive.ts'
export { ARCHIVE_JOB } from './thread.ts'
