import { createStore } from 'zustand/vanilla'

/** Element of the page that the activity covers; null while there is none, and the activity is small. */
export const activitySlot = createStore<{ readonly element: HTMLElement | null }>(() => ({ element: null }))
