export { mailNewReports } from './actions/notice.ts'
export { removeExpiredReports } from './actions/save.ts'
export { scrubEvidence } from './actions/scrub-evidence.ts'
export { countOpenReports, countReportsAbout } from './store.ts'
