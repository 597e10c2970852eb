import type { PublicApplicationObject, UserObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiFailure, messageOf, queryOf } from '../../api/client.ts'
import styles from '../../domain/consent/consent.module.css'
import { PermissionChoice, Policies, RequestedBy, ScopeList } from '../../domain/consent/consent-parts.tsx'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, SelectField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'

interface Authorization {
  application: PublicApplicationObject
  bot?: UserObject
  user: UserObject
  authorized: boolean
  scopes: string[]
  redirect_uri: string | null
  integration_type: number
  /** Contexts that the person may choose from; empty if the request installs nothing. */
  integration_types: number[]
  permissions: string
  guilds?: { id: string; name: string }[]
}

/** Context of an installation for the person's own account. */
const USER_INSTALL = 1
const INSTALLS: ReadonlySet<string> = new Set(['bot', 'applications.commands', 'webhook.incoming'])

/** The page on which a person decides about the request of an application. */
export function Consent() {
  const client = useClient()
  const [forUser, setForUser] = useState<boolean | null>(null)
  const query = new URLSearchParams(location.search)
  if (forUser !== null) query.set('integration_type', forUser ? '1' : '0')
  const { data, error } = useQuery({
    queryKey: ['authorization', query.toString()],
    queryFn: () => client.api.call('oauth2_get_authorization', { query: queryOf(query) }),
    retry: false,
    staleTime: 0,
  })
  if (error) return <Fault error={error} query={query} />
  if (!data) return <Page title={t('Authorize')}>{null}</Page>
  const { integration_type, integration_types } = data
  // A link may name the context. A link that names the scope bot means a guild.
  const link = new URLSearchParams(location.search)
  const chosenByLink = link.has('integration_type') || /\bbot\b/.test(link.get('scope') ?? '')
  const [only] = integration_types
  if (integration_types.length === 1 && only !== integration_type && !chosenByLink && forUser === null) {
    setForUser(only === USER_INSTALL)
    return <Page title={t('Authorize')}>{null}</Page>
  }
  const mayChoose = integration_types.length > 1 && !chosenByLink
  return (
    <Decision
      key={integration_type}
      authorization={data}
      query={query}
      onForUser={mayChoose ? (chosen) => setForUser(chosen) : null}
    />
  )
}

/** Tells the application of a fault at its redirect address (RFC 6749, 4.1.2.1); without one, the person. */
function Fault({ error, query }: { error: Error; query: URLSearchParams }) {
  const client = useClient()
  const [isShown, setShown] = useState(!(error instanceof ApiFailure && error.oauth2Error))
  const asked = useRef(false)
  useEffect(() => {
    if (isShown || asked.current) return
    asked.current = true
    client.api
      .call('oauth2_authorize', { query: queryOf(query), body: { authorize: false } })
      .then(({ location: next }) => location.assign(next))
      .catch(() => setShown(true))
  })
  if (!isShown) return <Page title={t('Authorize')}>{null}</Page>
  return (
    <Page title={t('This request is not valid')}>
      <ErrorText>{messageOf(error)}</ErrorText>
      <p className={styles.hint}>{t('Nothing was shared. Tell the developer of the application.')}</p>
    </Page>
  )
}

function Decision(props: {
  authorization: Authorization
  query: URLSearchParams
  /** Offers the choice between a guild and the person's account. */
  onForUser: ((forUser: boolean) => void) | null
}) {
  const { authorization, query, onForUser } = props
  const { application, scopes, redirect_uri, guilds, integration_type } = authorization
  const client = useClient()
  const [guildId, setGuildId] = useState(query.get('guild_id') ?? '')
  const [permissions, setPermissions] = useState(BigInt(authorization.permissions))
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const asked = useRef(false)

  async function decide(authorize: boolean) {
    setBusy(true)
    setError(null)
    try {
      const { location: next } = await client.api.call('oauth2_authorize', {
        query: queryOf(query),
        body: {
          authorize,
          integration_type,
          ...(scopes.includes('bot') && authorize ? { permissions: permissions.toString() } : {}),
          ...(guilds && authorize ? { guild_id: guildId } : {}),
        },
      })
      location.assign(next)
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(false)
    }
  }

  const silent = query.get('prompt') === 'none' && authorization.authorized && !scopes.some((one) => INSTALLS.has(one))
  useEffect(() => {
    if (!silent || asked.current) return
    asked.current = true
    void decide(true)
  })
  if (silent && !error) return <Page title={t('Authorize')}>{null}</Page>

  return (
    <Page title={t('Authorize {name}', { name: application.name })}>
      <RequestedBy application={application} redirect={redirect_uri} />
      {onForUser && <PlaceChoice forUser={integration_type === USER_INSTALL} onForUser={onForUser} />}
      <ScopeList applicationName={application.name} scopes={scopes} />
      {guilds?.length === 0 && (
        <p className={styles.hint}>
          {t(
            'There is no guild that you may add it to: you need the permission Manage Guild. Ask someone who has it, or create your own guild first.',
          )}
        </p>
      )}
      {guilds && guilds.length > 0 && (
        <SelectField
          label={t('Guild')}
          value={guildId}
          disabled={query.get('disable_guild_select') === 'true' && guildId !== ''}
          onChange={({ target }) => setGuildId(target.value)}
        >
          <option value="">{t('Choose a guild')}</option>
          {guilds.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {scopes.includes('bot') && integration_type === 0 && (
        <PermissionChoice
          requested={BigInt(authorization.permissions)}
          granted={permissions}
          onGranted={setPermissions}
        />
      )}
      <Policies application={application} />
      {error && <ErrorText>{error}</ErrorText>}
      <div className={styles.actions}>
        <Button disabled={busy} onClick={() => (redirect_uri ? void decide(false) : history.back())}>
          {t('Cancel')}
        </Button>
        <Button look="primary" busy={busy} disabled={guilds?.length === 0} onClick={() => void decide(true)}>
          {t('Authorize')}
        </Button>
      </div>
    </Page>
  )
}

function PlaceChoice({ forUser, onForUser }: { forUser: boolean; onForUser: (forUser: boolean) => void }) {
  return (
    <fieldset className={styles.places}>
      <legend>{t('Where to add it')}</legend>
      {[false, true].map((value) => (
        <label key={`${value}`} className={styles.place}>
          <input type="radio" name="place" checked={forUser === value} onChange={() => onForUser(value)} />
          {value ? t('To my account') : t('To a guild')}
        </label>
      ))}
    </fieldset>
  )
}
