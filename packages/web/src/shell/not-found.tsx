import { Link } from '@tanstack/react-router'
import { Page } from '../ui/page.tsx'

/** The page of an address that leads nowhere. */
export function NotFound() {
  return (
    <Page title="This page does not exist">
      <p>The address may be mistyped, or what it led to was deleted.</p>
      <p>
        <Link to="/">Go to the start</Link>
      </p>
    </Page>
  )
}
