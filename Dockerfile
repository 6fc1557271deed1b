# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY nest-cli.json .swcrc tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY src ./src
# Without the bundle of the commands. It makes commands faster only for users with a cache folder.
RUN node scripts/build.mjs && rm dist/cli/bundle.cjs

# Without the embedded PostgreSQL, which is only for trying out. The image needs DATABASE_URL.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts && npm cache clean --force
# Remove files for compilers, debuggers and browsers, which are half of the size.
RUN find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.[cm]ts' \) -delete \
  && rm -rf node_modules/typeorm/browser node_modules/@nestjs/swagger/node_modules/swagger-ui-dist node_modules/rxjs/src \
    node_modules/rxjs/dist/bundles node_modules/class-validator/bundles node_modules/class-validator/esm5 node_modules/class-validator/esm2015 \
    node_modules/csv-*/dist/esm node_modules/csv-*/dist/iife node_modules/csv-*/dist/umd node_modules/libphonenumber-js/bundle \
    node_modules/luxon/build/amd node_modules/luxon/build/global node_modules/luxon/build/cjs-browser

# Node and its libraries: no shell, no npm, no package manager, and a user without rights.
FROM gcr.io/distroless/nodejs24-debian12:nonroot
ENV NODE_ENV=production PORT=3000 GATEWAY_CALL="/nodejs/bin/node dist/cli/main.js"
# Copied files and /app belong to root, so that the gateway cannot write its own files. WORKDIR would create /app for the user.
COPY --from=dependencies /app/node_modules /app/node_modules
COPY --from=build /app/dist /app/dist
# The documents that the gateway shows at /docs.
COPY docs/guides /app/docs/guides
COPY docs/errors.md docs/compatibility.md /app/docs/
COPY package.json /app/
WORKDIR /app
USER 65532:65532
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/nodejs/bin/node", "--enable-source-maps"]
CMD ["dist/main.js"]
