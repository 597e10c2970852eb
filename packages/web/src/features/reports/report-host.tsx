import { Suspense } from 'react'
import { useStore } from 'zustand'
import { openReport } from '../../domain/people/open-report.ts'
import { lazy } from '../../ui/lazy.tsx'

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

/** Shows the dialog of what is being reported. */
export function ReportHost() {
  const subject = useStore(openReport, (state) => state.subject)
  return <Suspense>{subject && <ReportDialog subject={subject} />}</Suspense>
}
