import type { PublicApplicationObject, UserObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText, SelectField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './consent.module.css'
import { PermissionChoice, RequestedBy, ScopeList } from './consent-parts.tsx'

interface Authorization {
  application: PublicApplicationObject & { integration_types_config?: Record<string, unknown> }
  bot?: UserObject
  user: UserObject
  authorized: boolean
  scopes: string[]
  redirect_uri: string | null
  integration_type: number
  permissions: string
  guilds?: { id: string; name: string }[]
}

const INSTALLS: ReadonlySet<string> = new Set(['bot', 'applications.commands', 'webhook.incoming'])

/** The page on which a person decides about the request of an application. */
export function Consent() {
  const client = useClient()
  const [forUser, setForUser] = useState<boolean | null>(null)
  const query = new URLSearchParams(location.search)
  if (forUser !== null) query.set('integration_type', forUser ? '1' : '0')
  const { data, error } = useQuery({
    queryKey: ['authorization', query.toString()],
    queryFn: () => client.api.get<Authorization>(`/oauth2/authorize?${query}`),
    retry: false,
    staleTime: 0,
  })
  if (error) {
    return (
      <Page title="This request is not valid">
        <ErrorText>{messageOf(error)}</ErrorText>
        <p className={styles.hint}>Nothing was shared. Tell the developer of the application.</p>
      </Page>
    )
  }
  if (!data) return <Page title="Authorize">{null}</Page>
  const offersBoth = Object.keys(data.application.integration_types_config ?? {}).length > 1
  const mayChoose = offersBoth && !query.has('response_type') && !location.search.includes('integration_type')
  return (
    <Decision
      key={data.integration_type}
      authorization={data}
      query={query}
      onForUser={mayChoose ? (chosen) => setForUser(chosen) : null}
    />
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
      const { location: next } = await client.api.post<{ location: string }>(`/oauth2/authorize?${query}`, {
        authorize,
        integration_type,
        ...(scopes.includes('bot') && authorize ? { permissions: permissions.toString() } : {}),
        ...(guilds && authorize ? { guild_id: guildId } : {}),
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
  if (silent && !error) return <Page title="Authorize">{null}</Page>

  return (
    <Page title={`Authorize ${application.name}`}>
      <RequestedBy application={application} redirect={redirect_uri} />
      {onForUser && <PlaceChoice forUser={integration_type === 1} onForUser={onForUser} />}
      <ScopeList applicationName={application.name} scopes={scopes} />
      {guilds && (
        <SelectField
          label="Guild"
          value={guildId}
          disabled={query.get('disable_guild_select') === 'true' && guildId !== ''}
          onChange={({ target }) => setGuildId(target.value)}
        >
          <option value="">Choose a guild</option>
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
      {error && <ErrorText>{error}</ErrorText>}
      <div className={styles.actions}>
        <Button disabled={busy} onClick={() => (redirect_uri ? void decide(false) : history.back())}>
          Cancel
        </Button>
        <Button look="primary" busy={busy} onClick={() => void decide(true)}>
          Authorize
        </Button>
      </div>
    </Page>
  )
}

function PlaceChoice({ forUser, onForUser }: { forUser: boolean; onForUser: (forUser: boolean) => void }) {
  return (
    <fieldset className={styles.places}>
      <legend>Where to add it</legend>
      {[false, true].map((value) => (
        <label key={`${value}`} className={styles.place}>
          <input type="radio" name="place" checked={forUser === value} onChange={() => onForUser(value)} />
          {value ? 'To my account' : 'To a guild'}
        </label>
      ))}
    </fieldset>
  )
}
