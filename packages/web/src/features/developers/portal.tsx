import { Page } from '../../ui/page.tsx'

/** Developer portal. */
export function Portal() {
  return (
    <Page title="Developer portal">
      <p>This page is not built yet.</p>
    </Page>
  )
}
