import type { ApplicationObject } from '@guildhall/protocol'
import { ScopeList } from '../../domain/consent/consent-parts.tsx'
import { t } from '../../lib/language/text.ts'
import { permissionsInWords } from '../../lib/permission-words.ts'
import { AppIcon } from '../../ui/app-icon.tsx'
import styles from './consent-preview.module.css'

/** The consent page as people see it, to be read only. */
export function ConsentPreview(props: {
  application: Pick<ApplicationObject, 'id' | 'name' | 'icon' | 'description'>
  scopes: readonly string[]
  redirect?: string
  /** Permissions of the bot, where a guild is chosen. */
  permissions?: bigint
}) {
  const { application, scopes, redirect, permissions } = props
  const asked = permissionsInWords(permissions ?? 0n)
  return (
    <div className={styles.card}>
      <div className={styles.heading}>
        <AppIcon application={application} size={32} />
        <p className={styles.title}>{t('Authorize {name}', { name: application.name })}</p>
      </div>
      {application.description && <p className={styles.text}>{application.description}</p>}
      <ScopeList applicationName={application.name} scopes={scopes} />
      {permissions !== undefined && (
        <p className={styles.text}>
          {asked.length === 0
            ? t('The bot asks for no permissions.')
            : t('Permissions of the bot: {permissions}', { permissions: asked.map(({ name }) => name).join(', ') })}
        </p>
      )}
      {redirect && <p className={styles.text}>{t('Afterwards you go to {host}', { host: hostOf(redirect) })}</p>}
    </div>
  )
}

function hostOf(address: string): string {
  const url = URL.parse(address)
  return url ? url.host || url.protocol : address
}
