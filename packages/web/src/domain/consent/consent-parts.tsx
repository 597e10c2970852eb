import type { ConsentInstall } from '@guildhall/local-client/rpc'
import type { PublicApplicationObject } from '@guildhall/protocol'
import { Check, X } from 'lucide-react'
import { useClientState } from '../../gateway/react.tsx'
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
        <strong>{application.name}</strong> asks for access to your account.
      </p>
      {application.description && <p className={styles.hint}>{application.description}</p>}
      <p className={styles.person}>
        Signed in as <strong>{self?.username}</strong>
        <Button look="quiet" size="small" onClick={() => accountsStore.setState({ activeId: null })}>
          Not you?
        </Button>
      </p>
      {redirect && <p className={styles.hint}>Afterwards you go to {hostOf(redirect)}</p>}
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
    <section aria-label="Access">
      <ul className={styles.scopes}>
        {scopes.map((scope) => (
          <li key={scope}>
            <Check size={16} strokeWidth={1.5} aria-hidden />
            {scopeInWords(scope)}
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{applicationName} cannot</p>
      <ul className={styles.scopes}>
        {withheld(scopes).map((text) => (
          <li key={text} className={styles.hint}>
            <X size={16} strokeWidth={1.5} aria-hidden />
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
    <section aria-label="Where it is added">
      <p>
        {applicationName} is added to {guild ? <strong>{guild.name}</strong> : 'your account'}.
      </p>
      {permissions !== null && names.length === 0 && (
        <p className={styles.hint}>The bot asks for no permissions of its own.</p>
      )}
      {names.length > 0 && (
        <>
          <p>Permissions of the bot</p>
          <ul className={styles.scopes}>
            {names.map(({ name }) => (
              <li key={name}>
                <Check size={16} strokeWidth={1.5} aria-hidden />
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
  const links = [
    ['terms of service', terms],
    ['privacy policy', privacy],
  ].filter(([, url]) => isWebLink(url))
  if (links.length === 0) return null
  return (
    <p className={styles.hint}>
      Read the{' '}
      {links.map(([text, url], index) => (
        <span key={text}>
          {index > 0 && ' and the '}
          <a href={url} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        </span>
      ))}{' '}
      of {name}.
    </p>
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
  if (all.length === 0) return <p className={styles.hint}>The bot asks for no permissions of its own.</p>
  return (
    <fieldset className={styles.permissions}>
      <legend>Permissions of the bot</legend>
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
