/** Settings of a real gateway that a developer's shell may have: tests start a database and must never use that one, nor a real Redis. */
const OF_A_GATEWAY = /^(DATABASE_|REDIS_|PG)/;

/** This process's variables, without those. */
export const testsEnvironment = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_A_GATEWAY.test(name)));
