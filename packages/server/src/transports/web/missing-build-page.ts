/** Returns the page that explains how to build the app, with the nonce of its style. */
export function missingBuildPage(nonce: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Guildhall: the web app is not built</title>
    <style nonce="${nonce}">
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem }
      code { font-family: ui-monospace, monospace; font-size: 0.9375rem }
    </style>
  </head>
  <body>
    <main>
      <h1>The web app is not built</h1>
      <p>The HTTP API and the gateway of this server work. Its web app was not built when it was installed.</p>
      <p>In the checkout, run <code>npm run build -w packages/web</code>, then reload this page. The server need not be
        restarted. <code>npm ci</code> builds the app too, unless scripts are switched off.</p>
    </main>
  </body>
</html>
`
}
