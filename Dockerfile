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
  && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 7700
CMD ["node", "node_modules/guildhall/bin/guildhall.js", "start", "--host", "0.0.0.0", "--data", "/data"]
