import type { HttpMessage } from './control-types.ts'
import { CopyButton } from './copy-button.tsx'
import { sizeText } from './durations.ts'
import json from './json-view.module.css'
import { JsonView } from './json-view.tsx'
import styles from './record-details.module.css'
import { visible } from './record-words.ts'

/** One message of an HTTP exchange: its first line, headers and body. */
export function MessagePart({ title, message }: { title: string; message: HttpMessage }) {
  const { method, url, status, headers = {}, body, body_parts: parts = [] } = message
  const line = [method, url, status].filter((part) => part !== undefined).join(' ')
  const rows = Object.entries(headers)
  return (
    <section className={styles.part} aria-label={title}>
      <h3>{title}</h3>
      <p className={styles.line} dir="ltr">
        {visible(line)}
      </p>
      {rows.length > 0 && (
        <details className={styles.headers}>
          <summary>{rows.length === 1 ? '1 header' : `${rows.length} headers`}</summary>
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
          File {visible(name)}: {visible(filename)}, {sizeText(bytes)}
        </p>
      ))}
      <Body title={`${title} body`} body={body ?? null} message={message} />
    </section>
  )
}

/** A body that is a part alone, such as the payload of a frame. */
export function BodyPart({ title, body }: { title: string; body: unknown }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3>{title}</h3>
      <Body title={title} body={body} />
    </section>
  )
}

function Body({ title, body, message }: { title: string; body: unknown; message?: HttpMessage }) {
  const bytes = message?.body_bytes ?? 0
  if (body === null || body === '') {
    return <p className={styles.note}>{bytes > 0 ? `${sizeText(bytes)} that are no text` : 'No body'}</p>
  }
  const isText = typeof body === 'string'
  return (
    <>
      <div className={styles.bodyBar}>
        <CopyButton
          label={`Copy ${title.toLowerCase()}`}
          text={() => (isText ? body : JSON.stringify(body, null, 2))}
        />
        {message?.body_cut && <span>Only the beginning of {sizeText(bytes)} was kept.</span>}
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
