# Builds the tarballs from the checkout and installs them as a user would.
FROM node:24-bookworm-slim AS build
WORKDIR /checkout
COPY . .
RUN npm ci && npm run pack -- /tarballs

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /tarballs /tarballs
# The image has Node 24: the packages with a Node of their own are left out, the picture library stays.
RUN npm init --yes > /dev/null \
  && npm install --no-audit --no-fund /tarballs/*.tgz \
  && rm -rf /tarballs node_modules/node-linux-* ~/.npm \
  && mkdir /data /files && chown node:node /data /files
# Variables configure everything: GUILDHALL_PUBLIC_URL and the others of docs/operations.md.
ENV GUILDHALL_HOST=0.0.0.0 \
  GUILDHALL_PORT=7700 \
  GUILDHALL_DATA=/data \
  GUILDHALL_VOICE_UDP=0.0.0.0:50000 \
  NODE_DISABLE_COMPILE_CACHE=1
USER node
VOLUME /data
EXPOSE 7700/tcp 50000/udp
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.GUILDHALL_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "node_modules/guildhall/bin/guildhall.js", "start"]
