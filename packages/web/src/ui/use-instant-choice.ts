import { useRef, useState } from 'react'

/**
 * A choice that is saved when it is made. It shows what the person chose from the click on, not only once the saved
 * value has changed, and shows the saved value again when the request has ended.
 * `save` resolves after the saved value has changed, or to false without a change.
 */
export function useInstantChoice(
  saved: boolean,
  save: (chosen: boolean) => Promise<boolean>,
): [shown: boolean, choose: (chosen: boolean) => void] {
  const [chosen, setChosen] = useState<boolean | null>(null)
  // One request at a time, so that the last choice is the one that stays.
  const last = useRef<Promise<unknown>>(Promise.resolve())

  function choose(next: boolean) {
    setChosen(next)
    const request = last.current
      .then(() => save(next))
      .then(() => {
        if (last.current === request) setChosen(null)
      })
    last.current = request
  }
  return [chosen ?? saved, choose]
}
