import { BOX_KEYS, keyNames, LIST_KEYS, SHORTCUTS } from '../../domain/shortcuts/shortcut-keys.ts'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './shortcut-list.module.css'

const GROUPS = [
  { title: 'Anywhere', entries: SHORTCUTS },
  { title: 'Message box', entries: BOX_KEYS },
  { title: 'Messages, members, channels and guilds', entries: LIST_KEYS },
]

/** All keyboard shortcuts. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
  const apple = /Mac|iP(hone|ad)/.test(navigator.userAgent)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} width="medium">
      <div className={styles.groups}>
        {GROUPS.map(({ title, entries }) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.title}>{title}</h3>
            <dl className={styles.list}>
              {entries.map(({ label, keys }) => (
                <div key={label} className={styles.entry}>
                  <dt>{label}</dt>
                  <dd className={styles.keys}>
                    {keyNames(keys, apple).map((name) => (
                      <kbd key={name} className={styles.key}>
                        {name}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
