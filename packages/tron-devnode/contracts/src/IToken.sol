// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// A token as callers must see it that want to work with both shells: nothing is returned.
interface IToken {
    function transfer(address to, uint256 value) external;
    function transferFrom(address from, address to, uint256 value) external;
}
