import { Page } from '../../ui/page.tsx'

/** Settings. */
export function Settings() {
  return (
    <Page title="Settings">
      <p>This page is not built yet.</p>
    </Page>
  )
}
