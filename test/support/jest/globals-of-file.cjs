// jest returns the functions of the running test file for this module, which jest itself loads.
module.exports = require('@jest/globals');
