import { Page } from '../../ui/page.tsx'

/** The page after a decision that no application is told about, such as adding a bot. */
export function Authorized() {
  const error = new URLSearchParams(location.search).get('error')
  return (
    <Page title={error ? 'Not authorized' : 'Authorized'}>
      <p role="status">{error ? 'Nothing was changed.' : 'Authorized. You can close this window.'}</p>
    </Page>
  )
}
