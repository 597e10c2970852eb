import { Page } from '../../ui/page.tsx'

/** Authorize. */
export function Consent() {
  return (
    <Page title="Authorize">
      <p>This page is not built yet.</p>
    </Page>
  )
}
