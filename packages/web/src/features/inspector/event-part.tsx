import { type Message, msg, t } from '../../lib/language/text.ts'
import type { Recipient, RecordDetails, Withheld } from './control-types.ts'
import { type Names, nameOf, useNames } from './names.ts'
import styles from './record-details.module.css'
import { visible } from './record-words.ts'
import type { SearchChanges } from './use-search-state.ts'

interface ReasonWords {
  readonly name: Message
  /** Sentence about it. Without one, that of the platform is shown. */
  readonly explanation?: Message
  /** Finds in the sentence of the platform what the explanation names. */
  readonly names?: RegExp
}

const REASONS: Readonly<Record<string, ReasonWords>> = {
  intent: {
    name: msg('Intent'),
    explanation: msg('The session has none of the intents {names}.'),
    names: /none of the intents (.+)\.$/,
  },
  scope: {
    name: msg('Scope'),
    explanation: msg('The token of the game lacks the scope {names}.'),
    names: /lacks the scope (.+)\.$/,
  },
  permission: {
    name: msg('Permission'),
    explanation: msg('The user has no access to what the event is about, or lacks the permission for such events.'),
  },
  shard: { name: msg('Shard'), explanation: msg('The guild belongs to another shard.') },
  starting: {
    name: msg('Starting'),
    explanation: msg(
      'The session is starting. It receives the event after GUILD_CREATE or READY, unless these contain it.',
    ),
  },
  in_snapshot: {
    name: msg('In GUILD_CREATE'),
    explanation: msg('The GUILD_CREATE of the session contains the change already.'),
  },
  obfuscated: { name: msg('Obfuscated') },
  not_subscribed: {
    name: msg('Not subscribed'),
    explanation: msg('The user is a member, but the session does not watch the guild.'),
  },
}

function reasonText(reason: string): string {
  const known = REASONS[reason]
  return known ? t(known.name) : visible(reason)
}

/** Returns why a session did not receive an event, in the language of the person where the reason is known. */
function explanationText({ reason, explanation }: Withheld): string {
  const known = REASONS[reason]
  const names = known?.names?.exec(explanation)?.[1]
  if (!known?.explanation || (known.names && names === undefined)) return visible(explanation)
  return t(known.explanation, { names: visible(names ?? '') })
}

/** Sessions that are shown of a long list. */
const SHOWN_MAX = 200

/** The sessions that received an event, and those that did not, with the reasons. */
export function EventPart(props: { details: RecordDetails; change: (changes: SearchChanges) => void }) {
  const { received = [], withheld = [] } = props.details
  const names = useNames()
  return (
    <>
      <Sessions
        title={t('Received by')}
        empty={t('No session received it.')}
        sessions={received}
        names={names}
        {...props}
      >
        {() => null}
      </Sessions>
      <Sessions
        title={t('Not received by')}
        empty={t('No session was left out.')}
        sessions={withheld}
        names={names}
        {...props}
      >
        {(session) => (
          <>
            <span className={styles.reason}>{reasonText(session.reason)}</span>
            <span className={styles.explanation}>{explanationText(session)}</span>
          </>
        )}
      </Sessions>
    </>
  )
}

function Sessions<S extends Recipient = Withheld>(props: {
  title: string
  empty: string
  sessions: readonly S[]
  names: Names
  change: (changes: SearchChanges) => void
  children: (session: S) => React.ReactNode
}) {
  const { title, empty, sessions, names, change, children } = props
  return (
    <section className={styles.part} aria-label={title}>
      <h3>
        {title} <span className={styles.count}>{sessions.length}</span>
      </h3>
      {sessions.length === 0 && <p className={styles.note}>{empty}</p>}
      <ul className={styles.sessions}>
        {sessions.slice(0, SHOWN_MAX).map((session, index) => {
          const { session_id, user_id, application_id } = session
          return (
            <li key={session_id ?? `${user_id} ${index}`}>
              <span className={styles.who} dir="auto">
                {visible(
                  application_id === null ? nameOf(names.users, user_id) : nameOf(names.applications, application_id),
                )}{' '}
                {application_id !== null && <span className={styles.tag}>APP</span>}
              </span>
              {session_id !== null && (
                <button type="button" className={styles.link} onClick={() => change({ session_id })}>
                  {t('session {id}', { id: session_id.slice(0, 8) })}
                </button>
              )}
              {children(session)}
            </li>
          )
        })}
      </ul>
      {sessions.length > SHOWN_MAX && (
        <p className={styles.note}>{t('and {count} more', { count: sessions.length - SHOWN_MAX })}</p>
      )}
    </section>
  )
}
