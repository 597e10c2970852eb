import { Page } from '../../ui/page.tsx'

/** Activate a device. */
export function Activate() {
  return (
    <Page title="Activate a device">
      <p>This page is not built yet.</p>
    </Page>
  )
}
