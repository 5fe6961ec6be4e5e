// Loaded by `node --require`: the process ends with a line that names the database drivers it has loaded.
process.once('exit', () => {
  const drivers = ['better-sqlite3', 'pg'].filter((name) =>
    Object.keys(require.cache).some((file) => file.includes(`/node_modules/${name}/`)),
  )
  console.log(`drivers: ${drivers}`)
})
