import { Link } from '@tanstack/react-router'
import { t } from '../lib/language/text.ts'
import { Page } from '../ui/page.tsx'

/** The page of an address that leads nowhere. */
export function NotFound() {
  return (
    <Page title={t('This page does not exist')}>
      <p>{t('The address may be mistyped, or what it led to was deleted.')}</p>
      <p>
        <Link to="/">{t('Go to the start')}</Link>
      </p>
    </Page>
  )
}
