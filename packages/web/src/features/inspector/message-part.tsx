import { msg, t } from '../../lib/language/text.ts'
import type { HttpMessage } from './control-types.ts'
import { CopyButton } from './copy-button.tsx'
import { sizeText } from './durations.ts'
import json from './json-view.module.css'
import { JsonView } from './json-view.tsx'
import styles from './record-details.module.css'
import { visible } from './record-words.ts'

const PARTS = {
  request: { title: msg('record|Request'), body: msg('Request body'), copy: msg('Copy request body') },
  response: { title: msg('Response'), body: msg('Response body'), copy: msg('Copy response body') },
  payload: { title: msg('Payload'), body: msg('Payload'), copy: msg('Copy payload') },
} as const

/** One message of an HTTP exchange: its first line, headers and body. */
export function MessagePart({ part, message }: { part: 'request' | 'response'; message: HttpMessage }) {
  const { method, url, status, headers = {}, body, body_parts: parts = [] } = message
  const line = [method, url, status].filter((part) => part !== undefined).join(' ')
  const rows = Object.entries(headers)
  const title = t(PARTS[part].title)
  return (
    <section className={styles.part} aria-label={title}>
      <h3>{title}</h3>
      <p className={styles.line} dir="ltr">
        {visible(line)}
      </p>
      {rows.length > 0 && (
        <details className={styles.headers}>
          <summary>{t('{count, plural, one {# header} other {# headers}}', { count: rows.length })}</summary>
          <dl>
            {rows.map(([name, value]) => (
              <div key={name}>
                <dt>{visible(name)}</dt>
                <dd dir="ltr">{visible([value].flat().join(', '))}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {parts.map(({ name, filename, bytes }) => (
        <p key={name} className={styles.note}>
          {t('File {name}: {filename}, {size}', {
            name: visible(name),
            filename: visible(filename),
            size: sizeText(bytes),
          })}
        </p>
      ))}
      <Body part={part} body={body ?? null} message={message} />
    </section>
  )
}

/** The payload of a frame or event. */
export function PayloadPart({ body }: { body: unknown }) {
  const title = t(PARTS.payload.title)
  return (
    <section className={styles.part} aria-label={title}>
      <h3>{title}</h3>
      <Body part="payload" body={body} />
    </section>
  )
}

function Body({ part, body, message }: { part: keyof typeof PARTS; body: unknown; message?: HttpMessage }) {
  const title = t(PARTS[part].body)
  const bytes = message?.body_bytes ?? 0
  if (body === null || body === '') {
    return (
      <p className={styles.note}>
        {bytes > 0 ? t('{size} that are no text', { size: sizeText(bytes) }) : t('No body')}
      </p>
    )
  }
  const isText = typeof body === 'string'
  return (
    <>
      <div className={styles.bodyBar}>
        <CopyButton label={t(PARTS[part].copy)} text={() => (isText ? body : JSON.stringify(body, null, 2))} />
        {message?.body_cut && <span>{t('Only the beginning of {size} was kept.', { size: sizeText(bytes) })}</span>}
      </div>
      {isText ? (
        <section className={json.plain} dir="ltr" aria-label={title}>
          {body.split('\n').map(visible).join('\n')}
        </section>
      ) : (
        <JsonView value={body} label={title} />
      )}
    </>
  )
}
