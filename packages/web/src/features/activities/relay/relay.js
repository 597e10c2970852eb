// Inline script of the document between the app and an activity. The server's policy admits exactly this text.
const app = document.documentElement.dataset.app
const frame = document.querySelector('iframe')
const activity = new URL(frame.dataset.src).origin

addEventListener('message', ({ source, origin, data }) => {
  if (source === parent && origin === app) frame.contentWindow.postMessage(data, activity)
  else if (source === frame.contentWindow && origin === activity) parent.postMessage(data, app)
})

frame.src = frame.dataset.src
