import type { ConsentInstall } from '@guildhall/local-client/rpc'
import type { PublicApplicationObject } from '@guildhall/protocol'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useClientState } from '../../gateway/react.tsx'
import { rich } from '../../lib/language/rich.ts'
import { t } from '../../lib/language/text.ts'
import { isWebLink } from '../../lib/links.ts'
import { permissionsInWords } from '../../lib/permission-words.ts'
import { accountsStore } from '../../session/accounts.ts'
import { Button } from '../../ui/button.tsx'
import styles from './consent.module.css'
import { scopeInWords, withheld } from './words.ts'

type Application = Pick<PublicApplicationObject, 'id' | 'name' | 'icon' | 'description'>

/** The application that asks, the person who is asked, and where the decision is sent. */
export function RequestedBy({ application, redirect }: { application: Application; redirect: string | null }) {
  const self = useClientState(({ self }) => self)
  return (
    <div className={styles.parties}>
      {application.icon && (
        <img src={`/cdn/app-icons/${application.id}/${application.icon}.webp?size=128`} alt="" width={64} height={64} />
      )}
      <p>
        {rich('<strong>{name}</strong> asks for access to your account.', {
          name: application.name,
          strong: <strong />,
        })}
      </p>
      {application.description && <p className={styles.hint}>{application.description}</p>}
      <p className={styles.person}>
        <span>
          {rich('Signed in as <strong>{username}</strong>', { username: self?.username, strong: <strong /> })}
        </span>
        <Button look="quiet" size="small" onClick={() => accountsStore.setState({ activeId: null })}>
          {t('Not you?')}
        </Button>
      </p>
      {redirect && <p className={styles.hint}>{t('Afterwards you go to {host}', { host: hostOf(redirect) })}</p>}
    </div>
  )
}

function hostOf(address: string): string {
  if (!URL.canParse(address)) return address
  const { host, protocol } = new URL(address)
  return host || protocol
}

/** Access that the application gets, and access that it does not. */
export function ScopeList({ applicationName, scopes }: { applicationName: string; scopes: readonly string[] }) {
  return (
    <section aria-label={t('Access')}>
      <ul className={styles.scopes}>
        {scopes.map((scope) => (
          <li key={scope}>
            <Check size={16} aria-hidden />
            {scopeInWords(scope)}
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{t('{applicationName} cannot', { applicationName })}</p>
      <ul className={styles.scopes}>
        {withheld(scopes).map((text) => (
          <li key={text} className={styles.hint}>
            <X size={16} aria-hidden />
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Place to which a consent adds the application, and the permissions of its bot. Nothing can be changed here. */
export function InstallSummary(props: { applicationName: string; install: ConsentInstall }) {
  const { applicationName, install } = props
  const { guild, permissions } = install
  const names = permissionsInWords(BigInt(permissions ?? '0'))
  return (
    <section aria-label={t('Where it is added')}>
      <p>
        {guild
          ? rich('{applicationName} is added to <strong>{guild}</strong>.', {
              applicationName,
              guild: guild.name,
              strong: <strong />,
            })
          : t('{applicationName} is added to your account.', { applicationName })}
      </p>
      {permissions !== null && names.length === 0 && (
        <p className={styles.hint}>{t('The bot asks for no permissions.')}</p>
      )}
      {names.length > 0 && (
        <>
          <p>{t('Permissions of the bot')}</p>
          <ul className={styles.scopes}>
            {names.map(({ name }) => (
              <li key={name}>
                <Check size={16} aria-hidden />
                {name}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Links to the terms and the privacy policy of an application. */
export function Policies({
  application: { name, terms_of_service_url: terms, privacy_policy_url: privacy },
}: {
  application: Pick<PublicApplicationObject, 'name' | 'terms_of_service_url' | 'privacy_policy_url'>
}) {
  const [hasTerms, hasPrivacy] = [isWebLink(terms), isWebLink(privacy)]
  if (!hasTerms && !hasPrivacy) return null
  const values = { name, terms: <PolicyLink url={terms} />, privacy: <PolicyLink url={privacy} /> }
  return (
    <p className={styles.hint}>
      {hasTerms && hasPrivacy
        ? rich('Read the <terms>terms of service</terms> and the <privacy>privacy policy</privacy> of {name}.', values)
        : hasTerms
          ? rich('Read the <terms>terms of service</terms> of {name}.', values)
          : rich('Read the <privacy>privacy policy</privacy> of {name}.', values)}
    </p>
  )
}

function PolicyLink({ url, children }: { url: string | null | undefined; children?: ReactNode }) {
  return (
    <a href={url ?? ''} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** Permissions of the bot's role; each may be taken away. */
export function PermissionChoice(props: {
  requested: bigint
  granted: bigint
  onGranted: (permissions: bigint) => void
}) {
  const { requested, granted, onGranted } = props
  const all = permissionsInWords(requested)
  if (all.length === 0) return <p className={styles.hint}>{t('The bot asks for no permissions.')}</p>
  return (
    <fieldset className={styles.permissions}>
      <legend>{t('Permissions of the bot')}</legend>
      {all.map(({ name, bit }) => (
        <label key={name} className={styles.place}>
          <input
            type="checkbox"
            checked={(granted & bit) !== 0n}
            onChange={({ target }) => onGranted(target.checked ? granted | bit : granted & ~bit)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
